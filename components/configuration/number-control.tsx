import { Input } from '@/components/ui/input'
import { RangeInput } from '@/components/ui/range-input'
import type { NumberField } from './field'
import type { ControlProps } from './setting-row'
import type { ConfigurationDraft } from './use-configuration-draft'

type NumberControlProps = {
  draft: ConfigurationDraft
  field: NumberField
  disabled: boolean
  control: ControlProps
}

/** A number as text, empty while it is inherited, with a slider where its range is short. */
export function NumberControl({ draft, field, disabled, control }: NumberControlProps) {
  const { path, label, min, max, step, unit, slides } = field
  const text = draft.text(path)
  const inherited = draft.inherited(path)
  const change = (value: string) => draft.set(path, value)
  return (
    <span className="flex items-center gap-3">
      <Input
        {...control}
        inputMode="decimal"
        className="w-24 text-right tabular-nums"
        value={text}
        placeholder={inherited}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
      />
      {unit && <span className="text-ink-3 text-sm">{unit}</span>}
      {slides && (
        <RangeInput
          aria-label={`${label}, slider`}
          className="min-w-20 max-w-56 flex-1"
          min={min}
          max={max}
          step={step}
          value={Number.isFinite(Number(text || inherited)) ? Number(text || inherited) : min}
          disabled={disabled}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </span>
  )
}
