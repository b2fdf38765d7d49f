'use client'

import { useId } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Switch } from '@/components/ui/switch'
import { shortcutSheet } from './open-state'
import { setShortcutsOn, useShortcutGroups, useShortcutsOn } from './shortcuts'

const always = [
  { keys: 'Ctrl K', label: 'Search or jump' },
  { keys: 'Esc', label: 'Close, leave a field' },
]

export function ShortcutSheet() {
  const isOn = useShortcutsOn()
  const groups = useShortcutGroups()
  const switchId = useId()
  return (
    <Dialog open onOpenChange={shortcutSheet.set} title="Keyboard shortcuts" width="md">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-8">
        {[...Map.groupBy(groups, ({ title }) => title)].map(([title, parts]) => (
          <ShortcutGroup
            key={title}
            title={title}
            shortcuts={parts.flatMap(({ shortcuts }) => shortcuts)}
            isDimmed={!isOn}
          />
        ))}
        <ShortcutGroup title="Always" shortcuts={always} isDimmed={false} />
      </div>
      <div className="mt-5 flex items-center justify-between gap-4 border-t pt-4">
        <label htmlFor={switchId} className="text-sm">
          Single-key shortcuts
          <span className="block text-ink-3 text-xs">
            Turn off if they interfere with speech input or a screen reader.
          </span>
        </label>
        <Switch id={switchId} checked={isOn} onCheckedChange={setShortcutsOn} />
      </div>
    </Dialog>
  )
}

type ShortcutGroupProps = { title: string; shortcuts: readonly { keys: string; label: string }[]; isDimmed: boolean }

function ShortcutGroup({ title, shortcuts, isDimmed }: ShortcutGroupProps) {
  return (
    <section>
      <h3 className="eyebrow mb-1">{title}</h3>
      <dl className={isDimmed ? 'text-ink-3 line-through' : undefined}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.keys} className="flex min-h-7 items-center justify-between gap-4 text-sm">
            <dt>{shortcut.label}</dt>
            <dd className="flex gap-1 [&_kbd]:inline-flex!">
              <span className="sr-only">{shortcut.keys}</span>
              {keyCaps(shortcut.keys).map((cap) => (
                <Kbd key={cap.id}>{cap.text}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Returns one key cap per key of a sequence; the ids stay unique in "g g". */
function keyCaps(keys: string) {
  return keys
    .split(' ')
    .map((key, place) => ({ id: `${place}-${key}`, text: key.length === 1 ? key.toUpperCase() : key }))
}
