'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { browserSetting, useBrowserSetting } from '@/components/ui/browser-storage'
import { subscribers } from '@/components/ui/subscribers'

const SEQUENCE_MS = 1000
const PRESSED_BY_SPACE = 'button, summary, input'
const BLOCKING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

type Shortcut = {
  /** One key, or a sequence: "a", "?", "g r". */
  keys: string
  label: string
  run: () => void
}

type Group = { title: string; shortcuts: readonly Shortcut[] }

const groups = new Map<object, Group>()
const { subscribe, notify } = subscribers()
let listed: readonly Group[] = []
let pressed: string[] = []
let pressedAt = 0

/** Returns all active shortcuts by group. */
export function useShortcutGroups(): readonly Group[] {
  return useSyncExternalStore(
    subscribe,
    () => listed,
    () => listed,
  )
}

function listGroups(): void {
  listed = [...groups.values()]
  notify()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"]'))
  )
}

function onKeyDown(event: KeyboardEvent) {
  // AltGr, which some keyboards need for [ or /, counts as Ctrl and Alt on Windows.
  const isModified = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isModified || event.repeat || event.defaultPrevented || event.key.length !== 1) return
  if (isTyping(event.target) || document.querySelector(BLOCKING) || setting.read() === 'off') return
  if (event.key === ' ' && event.target instanceof Element && event.target.closest(PRESSED_BY_SPACE)) return
  const key = keyOf(event)
  pressed = event.timeStamp - pressedAt > SEQUENCE_MS ? [key] : [...pressed.slice(-1), key]
  pressedAt = event.timeStamp
  const match = find(pressed.join(' ')) ?? find(key)
  if (!match) return
  pressed = []
  event.preventDefault()
  match.run()
}

function find(keys: string): Shortcut | undefined {
  for (const group of listed.toReversed()) {
    const match = group.shortcuts.find((shortcut) => shortcut.keys === keys)
    if (match) return match
  }
  return undefined
}

/**
 * Registers single-key shortcuts while the calling component is mounted. They are ignored while the user types, holds a
 * modifier or a key down, has a dialog or menu open, or has switched them off. If two groups use a key, the latest wins.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys)?.run())
  const shape = shortcuts.map((shortcut) => `${shortcut.keys}\t${shortcut.label}`).join('\n')
  useEffect(() => {
    const owner = {}
    const known = shape
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'))
    groups.set(owner, {
      title,
      shortcuts: known.map(([keys = '', label = '']) => ({ keys, label, run: () => run(keys) })),
    })
    listGroups()
    if (groups.size === 1) document.addEventListener('keydown', onKeyDown)
    return () => {
      groups.delete(owner)
      listGroups()
      if (groups.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [title, shape])
}

/** Single-key shortcuts are on unless this browser switched them off (WCAG 2.1.4). */
const setting = browserSetting('single-key-shortcuts', 'on')

export const setShortcutsOn = (isOn: boolean): void => setting.write(isOn ? 'on' : 'off')

export const useShortcutsOn = (): boolean => useBrowserSetting(setting) !== 'off'

/**
 * Returns a pressed key as shortcuts name it. A letter of another script is the Latin one in the same place, and its case is that of Shift:
 * caps lock must not turn x into X, which does something else.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (!/^\p{L}$/u.test(key)) return key
  const letter = /^\p{Script=Latin}$/u.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}
