/** What the inputs of a score's factors are called on screen; one that is not known goes by its own name. */
const names: Readonly<Record<string, (value: string) => string>> = {
  given: (value) => (value === 'true' ? 'result sent with the run' : 'checked here'),
  errors: (value) => counted(value, 'error'),
  required: (value) => counted(value, 'required field'),
  missing: (value) => `${value} missing`,
  'rules checked': (value) => counted(value, 'rule checked', 'rules checked'),
  'time score': (value) => `time ${rounded(value)}`,
  'token score': (value) => `tokens ${rounded(value)}`,
}

/** One input of a factor in words: "checked here", "5 required fields", "2 missing". */
export function scoreInputText({ label, value }: { label: string; value: string }): string {
  return names[label]?.(value) ?? `${label} ${rounded(value)}`
}

const counted = (value: string, singular: string, plural = `${singular}s`) =>
  value === '0' ? `no ${plural}` : `${value} ${value === '1' ? singular : plural}`

/** Long fractions are cut to three decimals; the exact ones stand in the export. */
const rounded = (value: string) => (/^\d+\.\d{4,}$/.test(value) ? Number(value).toFixed(3) : value)
