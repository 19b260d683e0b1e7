/* A wall clock that can be put forward and back while a program runs: preloaded before libc.
 *
 * The file named by WALL_CLOCK holds the seconds to add, as eight bytes; whoever writes there puts
 * the clocks of all programs that have it. No other clock is touched, nor anything that waits. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t none;
static const volatile int64_t *seconds = &none;
static int (*honest)(clockid_t, struct timespec *);

__attribute__((constructor)) static void look_up(void) {
    honest = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("WALL_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) seconds = shared;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!honest) look_up();
    int failed = honest(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += *seconds;
    return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec precise;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
