type Named = { path: string; label: string; hint?: string }

export type NumberField = Named & {
  kind: 'number'
  min: number
  max: number
  step: number
  unit?: string
  /** A short range that a hand can sweep over. */
  slides?: boolean
}

export type ConfigurationField =
  | NumberField
  | (Named & { kind: 'switch'; on: string; off: string })
  | (Named & { kind: 'choice'; options: readonly { value: string; label: string }[] })
  | (Named & { kind: 'checks'; options: readonly { value: string; label: string; hint: string }[] })
  | (Named & { kind: 'text' })
  | (Named & { kind: 'types' })

export type FieldGroup = {
  title: string
  note: string
  fields: readonly ConfigurationField[]
  /** Numbers that count by their share of the sum. */
  weights?: { path: string; factors: readonly { key: string; label: string }[] }
  /** Only a chain has these. */
  ofChain?: true
  /** The calibration page tells what it is worth. */
  isCalibrated?: true
}

/** A key of the block that a gaff.json brings. */
export const qa = (key: string) => `quality_assurance.${key}`
