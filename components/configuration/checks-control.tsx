import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import type { ConfigurationField } from './field'
import { FieldSource } from './field-source'
import type { ConfigurationDraft } from './use-configuration-draft'

type ChecksControlProps = {
  draft: ConfigurationDraft
  field: Extract<ConfigurationField, { kind: 'checks' }>
  disabled: boolean
}

/** Which of a few are on. Touching one sets the whole list here. */
export function ChecksControl({ draft, field, disabled }: ChecksControlProps) {
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
