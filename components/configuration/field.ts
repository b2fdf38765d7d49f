type Named = { path: string; label: string; hint?: string }

export type NumberField = Named & {
  kind: 'number'
  min: number
  max: number
  step: number
  unit?: string
  /** Whether 1 stands for 100 %, which is then shown beside the number. */
  isShare?: true
  /** Whether to show a slider; for short ranges. */
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
  /** Weights, normalized by their sum. */
  weights?: { path: string; factors: readonly { key: string; label: string }[] }
  /** Only available for chains. */
  ofChain?: true
  /** Whether to link to the calibration page. */
  isCalibrated?: true
}

/** Returns the path of a key in the quality_assurance block of a gaff.json. */
export const qa = (key: string) => `quality_assurance.${key}`
