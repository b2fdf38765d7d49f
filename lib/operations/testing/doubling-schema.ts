const LEVELS = 40

/** A small schema that takes years to check: each definition references the next one twice. */
export function doublingSchema(): Record<string, unknown> {
  const next = (level: number) => ({ $ref: `#/$defs/a${level + 1}` })
  const definitions = Array.from({ length: LEVELS }, (_, level) => [`a${level}`, { anyOf: [next(level), next(level)] }])
  return { $ref: '#/$defs/a0', $defs: { ...Object.fromEntries(definitions), [`a${LEVELS}`]: { const: 'never' } } }
}
