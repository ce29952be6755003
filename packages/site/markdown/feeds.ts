/** Counts line feeds between two offsets. Never scans beyond the second offset, since a line may be megabytes long. */
export function countFeeds(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === 0x0a) count++;
  return count;
}
