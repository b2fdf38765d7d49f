/** A value as text: texts as they are, anything else as JSON; what JSON cannot say is ''. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
