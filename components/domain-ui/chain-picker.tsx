'use client'

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { selectTriggerClass } from '@/components/ui/input'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Popover } from '@/components/ui/popover'

const choices = lazyComponent(() => import('./chain-choices'))

type PickerProps = {
  /** Accessible name, unless a label refers to the id. */
  label?: string
  /** Name of the chosen one; null if none is. */
  value: string | null
  /** Shown without a chosen one. */
  placeholder: string
  id?: string | undefined
  disabled?: boolean
  className?: string
}

type ChainPickerProps = PickerProps & {
  project: string
  onChange: (chain: string | null) => void
  /** Offers {@link placeholder} as a choice of no chain. */
  isOptional?: boolean
}

/** Choice of one chain, found by name on the server while typing. */
export function ChainPicker({ project, onChange, isOptional = false, ...props }: ChainPickerProps) {
  const none = isOptional ? props.placeholder : null
  return (
    <Picker noun="Chain" isEmpty={props.value === null && !isOptional} {...props}>
      <OpenChains project={project} value={props.value} none={none} onChange={onChange} />
    </Picker>
  )
}

type VersionPickerProps = PickerProps & { project: string; chain: string; onChange: (version: string) => void }

/** Choice of one version of a chain, newest first, found by name on the server while typing. */
export function VersionPicker({ project, chain, onChange, ...props }: VersionPickerProps) {
  return (
    <Picker noun="Version" isEmpty={props.value === null} {...props}>
      <OpenVersions project={project} chain={chain} value={props.value} onChange={onChange} />
    </Picker>
  )
}

type TriggerProps = PickerProps & { noun: string; isEmpty: boolean; children: ReactNode }

function Picker({ noun, isEmpty, label, value, placeholder, id, disabled, className, children }: TriggerProps) {
  const trigger = (
    <button
      type="button"
      // biome-ignore lint/a11y/useAriaPropsForRole: the popover sets aria-expanded.
      role="combobox"
      aria-label={label}
      id={id}
      disabled={disabled}
      data-placeholder={isEmpty ? '' : undefined}
      className={clsx(selectTriggerClass, className ?? 'w-full')}
    >
      <span className="truncate">{value ?? placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  return (
    <Popover trigger={trigger} label={label ?? noun} className="w-64 p-2!">
      {children}
    </Popover>
  )
}

function OpenChains(props: Pick<ChainPickerProps, 'project' | 'value' | 'onChange'> & { none: string | null }) {
  const loaded = useLazyComponent(choices, true)
  return loaded && <loaded.ChainChoices {...props} />
}

function OpenVersions(props: Pick<VersionPickerProps, 'project' | 'chain' | 'value' | 'onChange'>) {
  const loaded = useLazyComponent(choices, true)
  return loaded && <loaded.VersionChoices {...props} />
}
