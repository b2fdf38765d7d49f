/** A small schema that takes years to check: each definition references the next one twice. */
export function doublingSchema(levels = 40): Record<string, unknown> {
  const next = (level: number) => ({ $ref: `#/$defs/a${level + 1}` })
  const definitions = Array.from({ length: levels }, (_, level) => [`a${level}`, { anyOf: [next(level), next(level)] }])
  return { $ref: '#/$defs/a0', $defs: { ...Object.fromEntries(definitions), [`a${levels}`]: { const: 'never' } } }
}
