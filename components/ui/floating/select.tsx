'use client'

import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/select'
import { useState } from 'react'
import { isSubmitKey, submitForm } from '../form'
import { isTypedInto } from '../held-keys'
import { selectTriggerClass } from '../input'
import { menuItemClass, menuSurfaceClass } from './surface'

type Option<Value extends string> = { value: Value; label: string; hint?: string }

export type SelectProps<Value extends string> = {
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
  /** Accessible name, unless a field label refers to the select by `id`. */
  label?: string
  placeholder?: string
  id?: string
  disabled?: boolean
  autoFocus?: boolean
  className?: string
}

/** The select itself, mounted open on its first opening. */
export function OpenedSelect<Value extends string>({
  value,
  onChange,
  options,
  label,
  placeholder = 'Choose',
  className,
  disabled,
  ...rest
}: SelectProps<Value>) {
  const [isOpen, setOpen] = useState(true)
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen} value={value} onValueChange={choose} disabled={disabled}>
      <Radix.Trigger
        aria-label={label}
        className={clsx(selectTriggerClass, className ?? 'w-full')}
        onKeyDown={(event) => {
          // Without this, a letter would change the value unseen, and Ctrl+Enter would open the list.
          if (isTypedInto(event, '[role="listbox"]')) setOpen(true)
          else if (isSubmitKey(event) && event.currentTarget.form) {
            event.preventDefault()
            submitForm(event.currentTarget.form)
          }
        }}
        {...rest}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={clsx(menuSurfaceClass, 'max-h-80 min-w-(--radix-select-trigger-width)')}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className={clsx(menuItemClass, 'pr-8')}>
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.hint && <span className="ml-auto text-ink-3 text-xs">{option.hint}</span>}
                <Radix.ItemIndicator className="absolute right-2">
                  <Check className="size-4" aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
