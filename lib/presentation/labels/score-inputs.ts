/** Labels for the inputs of a score's factors; an unknown one is shown by its name. */
const names: Readonly<Record<string, (value: string) => string>> = {
  given: (value) => (value === 'true' ? 'result sent with the run' : 'checked here'),
  errors: (value) => counted(value, 'error'),
  required: (value) => counted(value, 'required field'),
  missing: (value) => `${value} missing`,
  'rules checked': (value) => counted(value, 'rule checked', 'rules checked'),
  'time score': (value) => `time ${rounded(value)}`,
  'token score': (value) => `tokens ${rounded(value)}`,
}

/** Formats one input of a factor: "checked here", "5 required fields", "2 missing". */
export function scoreInputText({ label, value }: { label: string; value: string }): string {
  return names[label]?.(value) ?? `${label} ${rounded(value)}`
}

const counted = (value: string, singular: string, plural = `${singular}s`) =>
  value === '0' ? `no ${plural}` : `${value} ${value === '1' ? singular : plural}`

/** Cuts long fractions to three decimals; the export has the exact ones. */
const rounded = (value: string) => (/^\d+\.\d{4,}$/.test(value) ? Number(value).toFixed(3) : value)
