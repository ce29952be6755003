/**
 * Compares strings by code point, the order of their UTF-8 bytes. JavaScript's own order differs if a surrogate pair is
 * compared with a character from U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    const [isSurrogateX, isSurrogateY] = [(x & 0xf800) === 0xd800, (y & 0xf800) === 0xd800];
    // A surrogate belongs to a code point above those of all single units.
    if (isSurrogateX !== isSurrogateY) return isSurrogateX ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}
