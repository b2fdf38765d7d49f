'use client'

import { clsx } from 'clsx'
import { List, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'

type NavEntry = {
  id: string
  label: string
  hint: string
  /** Text that the filter searches. */
  words: string
}
export type NavGroup = { title: string; entries: readonly NavEntry[] }

/** Navigation of the page, with a text filter. Collapsed on phones. */
export function ReferenceNav({ groups }: { groups: readonly NavGroup[] }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const inView = useEntryInView()
  useShortcuts('API reference', [{ keys: '/', label: 'Filter the operations', run: () => field.current?.focus() }])
  const found = filterGroups(groups, text)
  const count = found.reduce((sum, group) => sum + group.entries.length, 0)
  const close = () => setOpen(false)
  const goToFirst = () => {
    const first = found[0]?.entries[0]
    if (!first || text === '') return
    window.location.hash = first.id
    close()
  }
  return (
    <nav
      aria-label="Contents"
      className="max-lg:sticky max-lg:top-12 max-lg:short:top-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-b max-lg:bg-paper max-lg:px-4 lg:sticky lg:top-12 lg:flex lg:h-[calc(100dvh-3rem)] lg:flex-col"
    >
      <Form onSubmit={goToFirst} className="flex gap-2 py-3 lg:pt-6">
        <Input
          ref={field}
          type="search"
          aria-label="Filter the operations"
          placeholder="Name, path or word"
          icon={<Search aria-hidden />}
          value={text}
          onFocus={() => setOpen(true)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            setText('')
            close()
            field.current?.blur()
          }}
          onChange={(event) => setText(event.target.value)}
        />
        <IconButton
          label={isOpen ? 'Hide the contents' : 'Show the contents'}
          aria-expanded={isOpen}
          className="lg:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          <List aria-hidden />
        </IconButton>
      </Form>
      <p role="status" className="sr-only">
        {text && (count === 1 ? '1 entry' : `${count} entries`)}
      </p>
      <div
        className={clsx('overflow-y-auto pb-8 max-lg:max-h-[60dvh] lg:min-h-0 lg:flex-1', !isOpen && 'max-lg:hidden')}
      >
        {found.map((group) => (
          <section key={group.title} className="pb-4">
            <h2 className="eyebrow px-2 pb-1">{group.title}</h2>
            <ul>
              {group.entries.map((entry) => (
                <li key={entry.id}>
                  <a
                    ref={entry.id === inView ? scrollWithin : undefined}
                    href={`#${entry.id}`}
                    aria-current={entry.id === inView ? 'location' : undefined}
                    onClick={close}
                    className={clsx(
                      'flex items-baseline justify-between gap-2 rounded-md px-2 py-1 text-xs',
                      entry.id === inView ? 'bg-selected text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                    )}
                  >
                    <span className="min-w-0 truncate font-mono">{entry.label}</span>
                    <span className="shrink-0 text-2xs text-ink-3 uppercase">{entry.hint}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && <p className="px-2 py-4 text-ink-2 text-sm">Nothing here matches “{text}”.</p>}
      </div>
    </nav>
  )
}

/** Returns the entries that contain all typed words, in any order. */
function filterGroups(groups: readonly NavGroup[], text: string): readonly NavGroup[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return groups
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ words }) => wanted.every((word) => words.includes(word))),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Returns the id of the entry at the top of the viewport. */
function useEntryInView(): string | null {
  const [inView, setInView] = useState<string | null>(null)
  useEffect(() => {
    const visible = new Set<Element>()
    const entries = [...document.querySelectorAll('[data-entry]')]
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) visible.add(target)
          else visible.delete(target)
        setInView(entries.find((entry) => visible.has(entry))?.id ?? null)
      },
      // The band just below the header.
      { rootMargin: '-64px 0px -80% 0px' },
    )
    for (const entry of entries) observer.observe(entry)
    return () => observer.disconnect()
  }, [])
  return inView
}

/** Scrolls an element into view within its nearest scrollable ancestor, without scrolling the page. */
function scrollWithin(element: HTMLElement | null): void {
  let list = element?.parentElement
  while (list && (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible'))
    list = list.parentElement
  if (!element || !list || list === document.documentElement || list === document.body) return
  const [inner, outer] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}
