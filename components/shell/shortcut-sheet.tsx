'use client'

import { clsx } from 'clsx'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { useModifierKey } from '@/components/ui/modifier-key'
import { SwitchField } from '@/components/ui/switch'
import { shortcutSheet } from './open-state'
import { setShortcutsOn, useShortcutGroups, useShortcutsOn } from './shortcuts'

export function ShortcutSheet() {
  const isOn = useShortcutsOn()
  const groups = useShortcutGroups()
  const always = [
    { keys: `${useModifierKey()} k`, label: 'Search or jump' },
    { keys: 'Esc', label: 'Close, leave a field' },
  ]
  return (
    <Dialog open onOpenChange={shortcutSheet.set} title="Keyboard shortcuts" width="md">
      <div ref={focus} tabIndex={-1} className="outline-none sm:columns-2 sm:gap-x-8">
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
      <div className="border-t pt-4">
        <SwitchField
          label="Single-key shortcuts"
          hint="Turn off if they interfere with speech input or a screen reader."
          checked={isOn}
          onCheckedChange={setShortcutsOn}
        />
      </div>
    </Dialog>
  )
}

/** Otherwise the switch would have the focus, and Space would turn off what is being read. */
const focus = (list: HTMLElement | null) => list?.focus()

type ShortcutGroupProps = { title: string; shortcuts: readonly { keys: string; label: string }[]; isDimmed: boolean }

function ShortcutGroup({ title, shortcuts, isDimmed }: ShortcutGroupProps) {
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="eyebrow mb-1">{title}</h3>
      <dl className={isDimmed ? 'text-ink-3 line-through' : undefined}>
        {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, same]) => (
          <div key={label} className="flex min-h-7 items-center justify-between gap-4 text-sm">
            <dt>{label}</dt>
            {same.map(({ keys }, index) => (
              <dd key={keys} className={clsx('flex gap-1 [&_kbd]:inline-flex!', index === 0 && 'ml-auto')}>
                <span className="sr-only">{keyCaps(keys).join(' ')}</span>
                {keyCaps(keys).map((cap, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: "g g" has the same cap twice, and caps never move
                  <Kbd key={place}>{cap}</Kbd>
                ))}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Caps of a key or a sequence: "g r" is G and R, "X" is Shift and X, " " is Space. */
function keyCaps(keys: string): string[] {
  if (keys === ' ') return ['Space']
  return keys.split(' ').flatMap((key) => {
    if (key.length > 1) return key
    const capital = key.toUpperCase()
    return key === capital && key !== key.toLowerCase() ? ['Shift', capital] : capital
  })
}
