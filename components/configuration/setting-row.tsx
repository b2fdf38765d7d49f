'use client'

import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ControlProps, useControl } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import type { ConfigurationField } from './field'
import type { ConfigurationDraft, Level } from './use-configuration-draft'

type SettingRowProps = {
  draft: ConfigurationDraft
  field: Pick<ConfigurationField, 'path' | 'label' | 'hint'>
  disabled: boolean
  /** Renders the control with the `id` and ARIA props that connect it to its label and message. */
  children: (control: ControlProps) => ReactNode
}

/** Row of a setting: label, control, and the level its value comes from. */
export function SettingRow({ draft, field, disabled, children }: SettingRowProps) {
  const { path, label, hint } = field
  const { control, note } = useControl(draft.problems[path], hint)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 @md:grid-cols-[12rem_minmax(0,1fr)_5.25rem]">
      <div className="min-w-0 @md:pt-1.5">
        <label htmlFor={control.id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {note}
      </div>
      <div className="order-last col-span-2 min-w-0 @md:order-none @md:col-span-1">{children(control)}</div>
      <FieldSource draft={draft} path={path} label={label} disabled={disabled} />
    </div>
  )
}

/** The default, which most rows have, goes without saying. */
const levelLabels: Record<Level, string> = { default: '', project: 'from the project', own: 'set here' }

type FieldSourceProps = { draft: ConfigurationDraft; path: string; label: string; disabled: boolean }

/** The level a value comes from, with a button to inherit it again. */
export function FieldSource({ draft, path, label, disabled }: FieldSourceProps) {
  const level = draft.level(path)
  return (
    <span className="inline-flex h-5 items-center justify-end gap-1 @md:h-8 text-right text-ink-3 text-xs">
      <span className={level === 'own' ? 'text-accent-fg' : undefined}>{levelLabels[level]}</span>
      {level === 'own' && !disabled && (
        <IconButton size="sm" label={`Inherit ${label}`} onClick={() => draft.set(path, '')}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
    </span>
  )
}
