export const timeZonesId = "time-zones";

/** The zones that this browser knows, for fields that name one. Once a page. */
export function TimeZones() {
  return (
    <datalist id={timeZonesId}>
      {Intl.supportedValuesOf("timeZone").map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
