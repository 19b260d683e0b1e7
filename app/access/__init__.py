"""Who may use the service, and how much: API keys, rates, and the address it listens on."""
