'use client'

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { selectTriggerClass } from '@/components/ui/input'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Popover } from '@/components/ui/popover'

const choices = lazyComponent(() => import('./chain-choices'))

type ChainPickerProps = {
  project: string
  /** Accessible name, unless a label refers to the id. */
  label?: string
  /** Name of the chosen chain; null if none is. */
  value: string | null
  onChange: (chain: string | null) => void
  /** Shown without a chosen chain. */
  placeholder: string
  /** Offers {@link placeholder} as a choice of no chain. */
  isOptional?: boolean
  id?: string | undefined
  disabled?: boolean
  className?: string
}

/** Choice of one chain, found by name on the server while typing. */
export function ChainPicker(props: ChainPickerProps) {
  const { project, label, value, onChange, placeholder, isOptional = false, id, disabled, className } = props
  const trigger = (
    <button
      type="button"
      // biome-ignore lint/a11y/useAriaPropsForRole: the popover sets aria-expanded.
      role="combobox"
      aria-label={label}
      id={id}
      disabled={disabled}
      data-placeholder={value === null && !isOptional ? '' : undefined}
      className={clsx(selectTriggerClass, className ?? 'w-full')}
    >
      <span className="truncate">{value ?? placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  return (
    <Popover trigger={trigger} label={label ?? 'Chain'} className="w-64 p-2!">
      <OpenChoices project={project} value={value} none={isOptional ? placeholder : null} onChange={onChange} />
    </Popover>
  )
}

type OpenChoicesProps = Pick<ChainPickerProps, 'project' | 'value' | 'onChange'> & { none: string | null }

function OpenChoices(props: OpenChoicesProps) {
  const loaded = useLazyComponent(choices, true)
  return loaded && <loaded.ChainChoices {...props} />
}
