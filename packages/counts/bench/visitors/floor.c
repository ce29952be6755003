/*
 * The lower bounds of this machine: for ranges of days, the time to read every byte of the days' distinct (page, visitor)
 * sets, and the time to count each page's visitors by marking them. Both use arrays in memory, laid out by day and page.
 * floor <events.csv> <pages> <from> <to> [<from> <to> ...]: a line "scan ms, stamp ms, visitors of all pages" per range.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DAYS 366
#define VISITORS (1 << 20)

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* For each day, by page: visitor * 4 + kinds. Page p is [starts[p], starts[p + 1]). */
static uint32_t *starts[DAYS], *sets[DAYS];

/* keys: page << 32 | visitor << 2 | kind */
static void seal(int day, uint64_t *keys, size_t n, int pages) {
  qsort(keys, n, sizeof *keys, ascending);
  starts[day] = calloc(pages + 2, sizeof(uint32_t));
  sets[day] = malloc((n + 1) * sizeof(uint32_t));
  uint32_t length = 0;
  uint32_t page = 0;
  for (size_t i = 0; i < n; i++) {
    for (; page < keys[i] >> 32; page++) starts[day][page + 1] = length;
    uint32_t entry = (uint32_t)keys[i];
    if (length > starts[day][page] && sets[day][length - 1] >> 2 == entry >> 2) sets[day][length - 1] |= entry & 3;
    else sets[day][length++] = entry;
  }
  for (; (int)page <= pages; page++) starts[day][page + 1] = length;
}

int main(int count, char **words) {
  FILE *file = fopen(words[1], "r");
  if (file == NULL) return 1;
  int pages = atoi(words[2]);
  size_t n = 0, room = 1 << 20;
  uint64_t *keys = malloc(room * sizeof *keys);
  int day = 0, last = -1;
  unsigned page, visitor, kind;
  long long ms;
  while (fscanf(file, "%lld,%d,%u,%u,%u", &ms, &day, &page, &visitor, &kind) == 5) {
    if (day != last && last >= 0) { seal(last, keys, n, pages); n = 0; }
    last = day;
    if (n == room) keys = realloc(keys, (room *= 2) * sizeof *keys);
    keys[n++] = (uint64_t)page << 32 | (uint64_t)visitor << 2 | (kind + 1);
  }
  if (last >= 0) seal(last, keys, n, pages);
  uint32_t *marks = calloc(VISITORS, sizeof *marks);
  for (int word = 3; word + 1 < count; word += 2) {
    int from = atoi(words[word]), to = atoi(words[word + 1]);
    double scan = 1e9, stamp = 1e9;
    uint64_t visitors = 0;
    volatile uint64_t sink = 0;
    for (int round = 0; round < 5; round++) {
      double at = now();
      uint64_t sum = 0;
      for (int d = from; d < to; d++)
        if (sets[d] != NULL) for (uint32_t i = 0; i < starts[d][pages]; i++) sum += sets[d][i];
      sink += sum;
      if (now() - at < scan) scan = now() - at;
      at = now();
      visitors = 0;
      memset(marks, 0, VISITORS * sizeof *marks);
      for (int p = 0; p < pages; p++) {
        uint32_t base = (uint32_t)(p + 1) << 2;
        for (int d = from; d < to; d++) {
          if (sets[d] == NULL) continue;
          for (uint32_t i = starts[d][p]; i < starts[d][p + 1]; i++) {
            uint32_t entry = sets[d][i], before = marks[entry >> 2];
            if (before < base) { visitors++; marks[entry >> 2] = base | (entry & 3); }
            else marks[entry >> 2] = before | (entry & 3);
          }
        }
      }
      if (now() - at < stamp) stamp = now() - at;
    }
    printf("%.3f %.3f %llu\n", scan, stamp, (unsigned long long)visitors);
  }
  return 0;
}
