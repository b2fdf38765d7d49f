'use client'

import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

type Tab = { value: string; label: string; count?: number; panel: ReactNode }

type TabsProps = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  value?: string
  onChange?: (value: string) => void
  className?: string
}

/** Tabs of which one is shown. Arrow keys, Home and End move to another, which is shown at once. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(tabs[0]?.value)
  const at = tabs.findIndex((tab) => tab.value === (value ?? own))
  const show = (tab: Tab | undefined) => {
    if (!tab) return
    setOwn(tab.value)
    onChange?.(tab.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = tabs
    const places = { ArrowRight: (at + 1) % length, ArrowLeft: (at - 1 + length) % length, Home: 0, End: length - 1 }
    const next = Object.hasOwn(places, event.key) ? places[event.key as keyof typeof places] : undefined
    if (next === undefined) return
    event.preventDefault()
    show(tabs[next])
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-4 overflow-x-auto border-b"
      >
        {tabs.map((tab, place) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-selected={place === at}
            aria-controls={place === at ? `${id}-panel` : undefined}
            tabIndex={place === at ? 0 : -1}
            onClick={() => show(tab)}
            className={clsx(
              '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 text-sm transition-colors focus-visible:outline-offset-[-2px]',
              place === at ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-ink-3 text-xs">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        key={at}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${at}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a field must be reachable by keyboard.
        tabIndex={0}
        className="pt-4"
      >
        {tabs[at]?.panel}
      </div>
    </div>
  )
}
