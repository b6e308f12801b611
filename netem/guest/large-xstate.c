/*
 * Lets User Mode Linux 6.1 run on processors whose register state is larger than it knows (AMX).
 *
 * It sets a process's floating-point registers with PTRACE_SETREGSET from a buffer of 2,696 bytes,
 * and a host that has more registers than fit takes only the whole set: EFAULT, and a panic. So:
 * read the whole set, lay the bytes given over its front, and set that.
 *
 * cc -O2 -shared -fPIC -o large-xstate.so large-xstate.c; LD_PRELOAD=… linux.uml …
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* From linux/ptrace.h and linux/elf.h; sys/ptrace.h would declare ptrace with a type of its own. */
enum { PEEKTEXT = 1, PEEKDATA = 2, PEEKUSR = 3, GETREGSET = 0x4204, SETREGSET = 0x4205 };
enum { XSTATE = 0x202, MOST_BYTES = 16384 };

long ptrace(int request, ...)
{
	va_list arguments;
	va_start(arguments, request);
	pid_t pid = va_arg(arguments, pid_t);
	void *address = va_arg(arguments, void *);
	void *data = va_arg(arguments, void *);
	va_end(arguments);

	if (request == PEEKTEXT || request == PEEKDATA || request == PEEKUSR) {
		/* The C library gives the word as the result; the system call stores it. */
		long word;
		long failed = syscall(SYS_ptrace, request, pid, address, &word);
		if (failed < 0)
			return -1;
		errno = 0;
		return word;
	}
	if (request == SETREGSET && (long)address == XSTATE) {
		static __thread char whole[MOST_BYTES] __attribute__((aligned(64)));
		const struct iovec *given = data;
		struct iovec set = { whole, sizeof whole };
		if (syscall(SYS_ptrace, GETREGSET, pid, address, &set) == 0 && given->iov_len < set.iov_len) {
			memcpy(whole, given->iov_base, given->iov_len);
			return syscall(SYS_ptrace, request, pid, address, &set);
		}
	}
	return syscall(SYS_ptrace, request, pid, address, data);
}
