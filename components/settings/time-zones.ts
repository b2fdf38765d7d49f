/** The time zones to choose from, by name. */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}
