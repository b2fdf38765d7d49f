'use client'

import { CalendarRange } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Popover, PopoverClose } from '@/components/ui/popover'
import { useTimeZone } from '@/components/ui/time'
import { fromDayField, toDayField } from '@/lib/presentation/format/zoned-fields'
import { useRunSearch } from './use-run-search'

/** Filter by start date, both days inclusive, in the project's time zone. */
export function DateRange() {
  const { search, change } = useRunSearch()
  const id = useId()
  const timeZone = useTimeZone()
  const first = toDayField(search.from, timeZone)
  const last = toDayField(search.to && new Date(search.to.getTime() - 1), timeZone)
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
          {presetsAt(new Date(), timeZone).map(({ label, from, to }) => (
            <PopoverClose key={label}>
              <Button size="sm" onClick={() => change({ from, to, range: null })}>
                {label}
              </Button>
            </PopoverClose>
          ))}
        </div>
        <label htmlFor={`${id}-first`} className="grid gap-1">
          From
          <DayInput
            id={`${id}-first`}
            value={first}
            max={last || undefined}
            onChange={(day) => change({ from: fromDayField(day, 0, timeZone), range: null })}
          />
        </label>
        <label htmlFor={`${id}-last`} className="grid gap-1">
          To, that day included
          <DayInput
            id={`${id}-last`}
            value={last}
            min={first || undefined}
            onChange={(day) => change({ to: fromDayField(day, 1, timeZone), range: null })}
          />
        </label>
        {isOn && <Button onClick={() => change({ from: null, to: null })}>Any date</Button>}
      </div>
    </Popover>
  )
}

/** Presets of whole days and of weeks from Monday, in a time zone. */
function presetsAt(now: Date, timeZone: string) {
  const today = toDayField(now, timeZone)
  const midnight = (days: number) => fromDayField(today, days, timeZone)
  const monday = -((new Date(today).getUTCDay() + 6) % 7)
  return [
    { label: 'Today', from: midnight(0), to: midnight(1) },
    { label: 'Yesterday', from: midnight(-1), to: midnight(0) },
    { label: 'This week', from: midnight(monday), to: midnight(monday + 7) },
    { label: 'Last week', from: midnight(monday - 7), to: midnight(monday) },
  ]
}
