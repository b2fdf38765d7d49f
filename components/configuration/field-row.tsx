import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import type { ControlProps } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RangeInput } from '@/components/ui/range-input'
import { Select } from '@/components/ui/select'
import { formatPercent } from '@/lib/presentation/format/number'
import { readTypes, withPoint, writeTypes } from './draft'
import type { ConfigurationField, NumberField } from './field'
import { FieldSource, SettingRow } from './setting-row'
import type { ConfigurationDraft } from './use-configuration-draft'

const INHERIT = 'inherit'

type FieldRowProps = { draft: ConfigurationDraft; field: ConfigurationField; disabled: boolean }

/** A setting: its control, the level its value comes from, and its problem. */
export function FieldRow({ draft, field, disabled }: FieldRowProps) {
  if (field.kind === 'checks') return <ChecksControl draft={draft} field={field} disabled={disabled} />
  return (
    <SettingRow draft={draft} field={field} disabled={disabled}>
      {(control) => {
        if (field.kind === 'number')
          return <NumberControl draft={draft} field={field} disabled={disabled} control={control} />
        if (field.kind === 'types')
          return <TypesInput control={control} draft={draft} path={field.path} disabled={disabled} />
        if (field.kind === 'text')
          return <TextInput control={control} draft={draft} path={field.path} disabled={disabled} />
        return <ChoiceSelect control={control} draft={draft} field={field} disabled={disabled} />
      }}
    </SettingRow>
  )
}

type ChoiceSelectProps = {
  draft: ConfigurationDraft
  field: Extract<ConfigurationField, { kind: 'switch' | 'choice' }>
  disabled: boolean
  control: ControlProps
}

function ChoiceSelect({ draft, field, disabled, control }: ChoiceSelectProps) {
  const options =
    field.kind === 'choice'
      ? field.options
      : [
          { value: 'true', label: field.on },
          { value: 'false', label: field.off },
        ]
  const inherited = options.find(({ value }) => value === draft.inherited(field.path))?.label ?? ''
  return (
    <Select
      id={control.id}
      className="w-full max-w-64"
      value={draft.text(field.path) || INHERIT}
      disabled={disabled}
      options={[{ value: INHERIT, label: `${inherited} (inherited)` }, ...options]}
      onChange={(value) => draft.set(field.path, value === INHERIT ? '' : value)}
    />
  )
}

type TextProps = { draft: ConfigurationDraft; path: string; disabled: boolean; control: ControlProps }

function TextInput({ draft, path, disabled, control }: TextProps) {
  return (
    <Input
      {...control}
      value={draft.text(path)}
      placeholder={draft.inherited(path)}
      disabled={disabled}
      onChange={(event) => draft.set(path, event.target.value)}
    />
  )
}

function TypesInput({ draft, path, disabled, control }: TextProps) {
  const stored = writeTypes(draft.text(path))
  return (
    <Input
      {...control}
      // Uncontrolled, so that the text is not reformatted while the user types.
      key={stored}
      defaultValue={stored}
      placeholder={writeTypes(draft.inherited(path)) || 'as the rules say'}
      disabled={disabled}
      autoComplete="off"
      onBlur={(event) => draft.set(path, readTypes(event.target.value))}
    />
  )
}

type ChecksControlProps = {
  draft: ConfigurationDraft
  field: Extract<ConfigurationField, { kind: 'checks' }>
  disabled: boolean
}

/** Checkboxes for a list setting. Changing one overrides the whole inherited list. */
function ChecksControl({ draft, field, disabled }: ChecksControlProps) {
  const id = useId()
  const { path, label, hint, options } = field
  const chosen: unknown = JSON.parse(draft.text(path) || draft.inherited(path) || '[]')
  const isOn = (value: string) => Array.isArray(chosen) && chosen.includes(value)
  const toggle = (value: string, on: boolean) =>
    draft.set(
      path,
      JSON.stringify(options.map((option) => option.value).filter((other) => (other === value ? on : isOn(other)))),
    )
  return (
    <fieldset className="min-w-0">
      <div className="flex items-start justify-between gap-3">
        <legend className="float-left font-medium text-ink text-sm">{label}</legend>
        <FieldSource draft={draft} path={path} label={label} disabled={disabled} />
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <div key={option.value} className="flex items-start gap-2">
            <Checkbox
              id={`${id}-${option.value}`}
              className="mt-0.5"
              checked={isOn(option.value)}
              disabled={disabled}
              onCheckedChange={(on) => toggle(option.value, on === true)}
            />
            <label htmlFor={`${id}-${option.value}`} className="text-sm">
              {option.label}
              <span className="block text-ink-3 text-xs">{option.hint}</span>
            </label>
          </div>
        ))}
      </div>
      <p className={draft.problems[path] ? 'mt-1.5 text-fail-fg text-xs' : 'mt-1.5 text-ink-3 text-xs'}>
        {draft.problems[path] ?? hint}
      </p>
    </fieldset>
  )
}

type NumberControlProps = {
  draft: ConfigurationDraft
  field: NumberField
  disabled: boolean
  control: ControlProps
}

/** Number field, empty while inherited, with a slider if the range is short. */
export function NumberControl({ draft, field, disabled, control }: NumberControlProps) {
  const { path, label, min, max, step, unit, isShare, slides } = field
  const text = draft.text(path)
  const inherited = draft.inherited(path)
  const change = (value: string) => draft.set(path, value)
  const shown = text || inherited
  const value = shown === '' ? Number.NaN : Number(shown)
  const isInRange = value >= min && value <= max
  return (
    <span className="flex items-center gap-3">
      <Input
        {...control}
        inputMode="decimal"
        className="w-[min(6rem,30vw)] text-right tabular-nums"
        value={text}
        placeholder={inherited}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => change(withPoint(event.target.value))}
      />
      {unit && <span className="text-ink-3 text-sm">{unit}</span>}
      {isShare && (
        <span className="whitespace-nowrap text-ink-3 text-sm">
          {isInRange ? `= ${formatPercent(value)}` : `${min} to ${max}`}
        </span>
      )}
      {slides && (
        <RangeInput
          aria-label={`${label}, slider`}
          className="min-w-[80px] max-w-56 flex-1"
          min={min}
          max={max}
          step={step}
          value={Number.isFinite(value) ? value : min}
          disabled={disabled}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </span>
  )
}
