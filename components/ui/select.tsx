'use client'

import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { ClosedTrigger } from './closed-trigger'
import type { SelectProps } from './floating/select'
import { selectTriggerClass } from './input'
import { lazyComponent, useLazyComponent } from './lazy-component'

const select = lazyComponent(() => import('./floating/select'))

/** A choice of one value. The listbox is loaded when it is first opened. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [isOpened, setOpened] = useState(false)
  const parts = useLazyComponent(select, isOpened)
  if (parts) return <parts.OpenedSelect {...props} />
  const { value, onChange: _, options, label, placeholder = 'Choose', className, ...rest } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <ClosedTrigger popup="listbox" part={select} onOpen={() => setOpened(true)}>
      <button
        type="button"
        role="combobox"
        aria-expanded={false}
        aria-label={label}
        data-placeholder={chosen ? undefined : ''}
        className={clsx(selectTriggerClass, className ?? 'w-full')}
        {...rest}
      >
        <span className="truncate">{chosen?.label ?? placeholder}</span>
        <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
      </button>
    </ClosedTrigger>
  )
}
