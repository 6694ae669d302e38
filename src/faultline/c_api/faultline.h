/* Faultline's door in C: a spec (JSON) and people (a file, or an Arrow stream) go in, a result comes
 * out as text in any format. The work runs on a thread of its own; whoever started it polls, may
 * stop it, takes the result and frees the run.
 *
 *   faultline_run* run = faultline_start("{\"command\": \"scan\", \"input\": \"people.csv\","
 *                                        " \"outcome\": \"y\", \"score\": \"p\"}", NULL, NULL);
 *   while (faultline_poll(run, 50, NULL) == FAULTLINE_RUNNING) {}
 *   puts(faultline_error(run) ? faultline_error(run) : faultline_result(run, "text", NULL));
 *   faultline_free(run);
 *
 * No function throws, prints or exits. A run may be used from several threads, but freed by one,
 * when no other uses it any more. Texts are UTF-8, end with a zero and belong to the run (or, where
 * there is no run, to the library). A spec names what is read, never what is written.
 */
#ifndef FAULTLINE_H
#define FAULTLINE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define FAULTLINE_API __declspec(dllexport)
#else
#define FAULTLINE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when something here changes so that older callers would break. */
#define FAULTLINE_INTERFACE_VERSION 1

/* The interface version of the library that is loaded; compare it with the macro. */
FAULTLINE_API int faultline_interface_version(void);

/* "0.1.0". */
FAULTLINE_API const char* faultline_version(void);

typedef struct faultline_run faultline_run;

/* Apache Arrow's C stream interface; its producers define it. */
struct ArrowArrayStream;

enum faultline_status {
  FAULTLINE_RUNNING = 0,
  FAULTLINE_DONE = 1,    /* there is a result; a run that was stopped in time has a partial one */
  FAULTLINE_FAILED = 2,  /* there is an error */
  FAULTLINE_STOPPED = 3  /* stopped before there was anything to show */
};

enum faultline_error_kind {
  FAULTLINE_NO_ERROR = 0,
  FAULTLINE_CONFIG_ERROR = 1,  /* an option has a value it must not have */
  FAULTLINE_INPUT_ERROR = 2,   /* the data cannot be used */
  FAULTLINE_NUMERIC_ERROR = 3, /* a computation has no finite answer */
  FAULTLINE_INTERNAL_ERROR = 4 /* Faultline is wrong, or out of memory */
};

struct faultline_progress {
  char phase[64]; /* cut where it is longer */
  int64_t done;
  int64_t total; /* 0: not known */
};

/* Starts a run. `spec` is a spec, or a result whose run is repeated. `people` is null, when the spec
 * names a file, or a stream that is taken over: its `release` is null when this returns, and it is
 * read and released on the run's thread. `checkpoint` is null or a file that keeps finished
 * replicates of audit and ijdi. Returns null only when memory is out; whatever else is wrong, the
 * run says. */
FAULTLINE_API faultline_run* faultline_start(const char* spec, struct ArrowArrayStream* people,
                                             const char* checkpoint);

/* Who is in the subgroup of a finding: `result` is a saved result, `finding` the place of the finding in
 * it, from 0, `people` a stream that is taken over, or null for the result's own file. Its result as
 * "members" is one character per row of the people, '1' for a member and '0' for everybody else. */
FAULTLINE_API faultline_run* faultline_members(const char* result, size_t finding,
                                               struct ArrowArrayStream* people);

/* Whether a run of the spec may use a column of this name: 1 or 0. The others need not stand in the
 * stream that is handed over; a run does not copy them. */
FAULTLINE_API int faultline_wants(const char* spec, const char* column);

/* A run that is done: a saved result, to be shown in another format. */
FAULTLINE_API faultline_run* faultline_open(const char* result);

/* Waits until the run has ended, at most so many milliseconds, and tells how far it is (`progress`
 * may be null). */
FAULTLINE_API enum faultline_status faultline_poll(faultline_run* run, int milliseconds,
                                                   struct faultline_progress* progress);

/* Asks the run to stop; what is finished becomes a partial result. */
FAULTLINE_API void faultline_stop(faultline_run* run);

/* The result as "json", "text", "html", "markdown", "sarif", "junit", "model_card" (of rates and findings) or "spec"
 * (the complete spec); of mitigate also as "rules" (JSON) and "decisions" (CSV), of rules applied to new people "applied" (JSON) and "decisions".
 * `length`, where it is not null, becomes the text's length. Null while the run runs, when it
 * failed, and when it has nothing in that format. The text holds until the run is freed. */
FAULTLINE_API const char* faultline_result(faultline_run* run, const char* format, size_t* length);

/* Whether the spec's fail_on would fail a build: 1 yes, 0 no, -1 not known. */
FAULTLINE_API int faultline_gate(faultline_run* run);

/* One sentence; null when there is no error. Options stand in it as `name` or `name = value`. */
FAULTLINE_API const char* faultline_error(faultline_run* run);
FAULTLINE_API enum faultline_error_kind faultline_error_kind_of(faultline_run* run);

/* Stops the run, waits for its end and frees it; null is none. */
FAULTLINE_API void faultline_free(faultline_run* run);

/* What the library knows of itself, as JSON: "options" (every command with its options: key, kind,
 * default, range, words, help) or "schema" (of results). Null for anything else. */
FAULTLINE_API const char* faultline_describe(const char* what);

#ifdef __cplusplus
}
#endif

#endif /* FAULTLINE_H */
