import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { ChecksControl } from './checks-control'
import { readTypes, writeTypes } from './draft'
import type { ConfigurationField } from './field'
import { NumberControl } from './number-control'
import { type ControlProps, SettingRow } from './setting-row'
import type { ConfigurationDraft } from './use-configuration-draft'

const INHERIT = 'inherit'

type FieldRowProps = { draft: ConfigurationDraft; field: ConfigurationField; disabled: boolean }

/** One setting: what stands there, which level it comes from, and what is wrong with it. */
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
      // What was typed stays as it was typed until the field is left.
      key={stored}
      defaultValue={stored}
      placeholder={writeTypes(draft.inherited(path)) || 'as the rules say'}
      disabled={disabled}
      autoComplete="off"
      onBlur={(event) => draft.set(path, readTypes(event.target.value))}
    />
  )
}
