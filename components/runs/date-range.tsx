'use client'

import { CalendarRange } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Popover, PopoverClose } from '@/components/ui/popover'
import { useRunSearch } from './use-run-search'

/** Filter by start date, both days inclusive, in the browser's time zone. */
export function DateRange() {
  const { search, change } = useRunSearch()
  const id = useId()
  const first = toDay(search.from)
  const last = toDay(search.to && new Date(search.to.getTime() - 1))
  const isOn = search.from !== null || search.to !== null
  const trigger = (
    <Button icon={<CalendarRange aria-hidden />} className={isOn ? 'border-line-control' : 'text-ink-2'}>
      Dates
    </Button>
  )
  return (
    <Popover trigger={trigger} label="Filter by dates" className="w-64">
      <div className="grid gap-3 text-sm">
        <div className="grid grid-cols-2 gap-2">
          {presetsAt(new Date()).map(({ label, from, to }) => (
            <PopoverClose key={label}>
              <Button size="sm" onClick={() => change({ from, to, range: null })}>
                {label}
              </Button>
            </PopoverClose>
          ))}
        </div>
        <label htmlFor={`${id}-first`} className="grid gap-1">
          From
          <Input
            id={`${id}-first`}
            type="date"
            value={first}
            max={last || undefined}
            onChange={({ target }) => change({ from: fromDay(target.value, 0), range: null })}
          />
        </label>
        <label htmlFor={`${id}-last`} className="grid gap-1">
          To, that day included
          <Input
            id={`${id}-last`}
            type="date"
            value={last}
            min={first || undefined}
            onChange={({ target }) => change({ to: fromDay(target.value, 1), range: null })}
          />
        </label>
        {isOn && <Button onClick={() => change({ from: null, to: null })}>Any date</Button>}
      </div>
    </Popover>
  )
}

/** Presets of whole days and of weeks from Monday, in the browser's time zone. */
function presetsAt(now: Date) {
  const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const monday = -((now.getDay() + 6) % 7)
  return [
    { label: 'Today', from: midnight(0), to: midnight(1) },
    { label: 'Yesterday', from: midnight(-1), to: midnight(0) },
    { label: 'This week', from: midnight(monday), to: midnight(monday + 7) },
    { label: 'Last week', from: midnight(monday - 7), to: midnight(monday) },
  ]
}

/** Formats the day of a time in the local time zone, for a date field. */
export function toDay(time: Date | null): string {
  if (!time) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}

/** Returns the local midnight this many days after the start of a day, or null for an invalid day. */
export function fromDay(day: string, plusDays: number): Date | null {
  const start = new Date(`${day}T00:00:00`)
  if (Number.isNaN(start.getTime())) return null
  // A day on which the clocks change does not have 24 hours.
  start.setDate(start.getDate() + plusDays)
  return start
}
