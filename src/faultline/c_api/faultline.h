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
  FAULTLINE_STOPPED = 3, /* stopped before there was anything to show */
  FAULTLINE_SHARED = 4   /* ended early, with replicates for the others (faultline_start_part) */
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

/* People held in memory: columns, or a CSV file that is handed over in pieces, read under the rules of
 * files. A spec's `where` may compare columns with values (age >= 25 AND race IN ('A', 'B')) and
 * `derive` is refused, because there is no SQL. A table serves one run at a time and must be freed
 * after its runs. Functions return 1, or 0 and leave a sentence in faultline_table_error. */
typedef struct faultline_table faultline_table;

/* `name` is what the result and messages call it. */
FAULTLINE_API faultline_table* faultline_table_new(const char* name);
FAULTLINE_API void faultline_table_free(faultline_table* table);
/* The next bytes of a CSV file in UTF-8; `delimiter` is 0 to be found in the first line. */
FAULTLINE_API int faultline_table_read(faultline_table* table, const char* bytes, size_t length,
                                       char delimiter);
/* Or columns. A text is its place in a list of texts, one after the other, each up to its end; a
 * negative place is missing, as are NaN and booleans other than 0 and 1. */
FAULTLINE_API int faultline_table_text(faultline_table* table, const char* name, const char* texts,
                                       const uint32_t* ends, size_t count, const int32_t* places,
                                       size_t rows);
FAULTLINE_API int faultline_table_numbers(faultline_table* table, const char* name,
                                          const double* values, size_t rows);
FAULTLINE_API int faultline_table_booleans(faultline_table* table, const char* name,
                                           const int8_t* values, size_t rows);
/* After the last piece or column, before anything is run. */
FAULTLINE_API int faultline_table_finish(faultline_table* table);
FAULTLINE_API int64_t faultline_table_rows(faultline_table* table);
/* The columns as JSON: types, counts, missing values, histograms, and roles that they suggest; as
 * `null`, `where` and `bins` of the spec prepare them (null: as they are). Null when that fails. */
FAULTLINE_API const char* faultline_table_columns(faultline_table* table, const char* spec);
FAULTLINE_API const char* faultline_table_error(faultline_table* table);

/* A run of the people of a table. */
FAULTLINE_API faultline_run* faultline_start_table(const char* spec, faultline_table* table);

/* One of several runs that share the replicates of audit, ijdi and the audit in check, where none can see what
 * another does: each has a table of its own, and ends early. `known` is what all of them have drawn so far: their
 * results as "replicates", one after the other, empty at first. `part` is this run's number, from 0, of `parts`.
 * `patience`: seconds after which part 0 no longer draws alone, 0 for tests that must not depend on a clock; `spent`:
 * seconds that passed before it began.
 *
 *   Start part 0 of 1. While it ends as FAULTLINE_SHARED: wait for all parts, append what each has drawn to `known`,
 *   and start them all again. Part 0 comes to the end, with the bits of a run that did everything; the others end as
 *   FAULTLINE_SHARED every time. What is not shared is done by part 0 at once. */
FAULTLINE_API faultline_run* faultline_start_part(const char* spec, faultline_table* table, const char* known,
                                                  int part, int parts, double patience,
                                                  double spent);

/* What that run would make of the people: its result as "look" is JSON with the columns that form
 * subgroups and that make people comparable, and the notices of the leak guard. */
FAULTLINE_API faultline_run* faultline_look(const char* spec, faultline_table* table);

/* Invented people as a CSV file, by a name that faultline_describe("examples") lists with a spec and
 * a sentence; null for another name. */
FAULTLINE_API const char* faultline_example(const char* name);

/* The pair of error rates that question `number` (from 0) of elicit asks about, in percent. */
FAULTLINE_API void faultline_question(uint64_t seed, uint32_t number, int* first, int* second);

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
 * (the complete spec); of mitigate also as "rules" (JSON) and "decisions" (CSV), of rules applied to new people "applied" (JSON) and "decisions", of a part as "replicates".
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
 * default, range, words, help), "schema" (of results) or "examples". Null for anything else. */
FAULTLINE_API const char* faultline_describe(const char* what);

#ifdef __cplusplus
}
#endif

#endif /* FAULTLINE_H */
