/**
 * Which of the offered media types an Accept header likes best (RFC 9110, 12.5.1): the quality of the most specific
 * range that covers a type counts; among equals the first offered wins. Where none is acceptable, too: an answer that
 * was not asked for helps more than none.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  if (accept === undefined) return offered[0];
  const ranges = accept.toLowerCase().split(",").slice(0, rangesMax).map(parseRange);
  let best: Type = offered[0];
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

/** No client asks for more; a header could hold thousands. */
const rangesMax = 50;

interface Range {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

function qualityOf(type: string, ranges: readonly Range[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const wanted of [type, family, "*/*"]) {
    const found = ranges.find((range) => range.type === wanted);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
