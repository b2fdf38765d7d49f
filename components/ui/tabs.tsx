'use client'

import { clsx } from 'clsx'
import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

type Tab = { value: string; label: string; count?: number; panel: ReactNode }

type TabsProps = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  value?: string
  onChange?: (value: string) => void
  className?: string
}

export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  return (
    <Radix.Root value={value} defaultValue={tabs[0]?.value} onValueChange={onChange} className={className}>
      <Radix.List aria-label={label} className="flex gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={clsx(
              '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 font-medium text-ink-2 text-sm transition-colors hover:text-ink',
              'focus-visible:outline-offset-[-2px] data-[state=active]:border-ink data-[state=active]:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-ink-3 text-xs">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
