/* The door in C: a spec as JSON, a file of people, the result as text. c_door PEOPLE.csv */

#include <stdio.h>

#include <faultline/c_api/faultline.h>

int main(int argc, char** argv) {
  char spec[4096];
  struct faultline_progress progress;
  faultline_run* run;
  if (argc != 2) {
    fprintf(stderr, "usage: %s PEOPLE.csv\n", argv[0]);
    return 2;
  }
  if (faultline_interface_version() != FAULTLINE_INTERFACE_VERSION) {
    fprintf(stderr, "the library has another interface\n");
    return 2;
  }
  snprintf(spec, sizeof spec,
           "{\"command\": \"scan\", \"input\": \"%s\", \"outcome\": \"outcome\","
           " \"score\": \"prediction\", \"replicates\": 99}",
           argv[1]);
  run = faultline_start(spec, NULL, NULL);
  if (run == NULL) return 3;
  while (faultline_poll(run, 50, &progress) == FAULTLINE_RUNNING)
    fprintf(stderr, "%s %lld of %lld\n", progress.phase, (long long)progress.done,
            (long long)progress.total);
  if (faultline_error(run) != NULL) {
    fprintf(stderr, "%s\n", faultline_error(run));
    faultline_free(run);
    return 2;
  }
  fputs(faultline_result(run, "text", NULL), stdout);
  faultline_free(run);
  return 0;
}
