/**
 * Reads more than `charsMax` characters only if they arrive together, and then stops the download: an export can be
 * larger than the browser's memory, and a stream of events may never end.
 */
export async function readStart(response: Response, charsMax: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  while (text.length <= charsMax) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}
