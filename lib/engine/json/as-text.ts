/** Returns strings unchanged and any other value as JSON; '' for values that JSON cannot represent. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
