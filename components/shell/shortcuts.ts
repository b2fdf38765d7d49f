'use client'

import { useEffect, useEffectEvent } from 'react'
import { areShortcutsOn } from './shortcut-preference'

const SEQUENCE_MS = 1000
const BLOCKING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

export type Shortcut = {
  /** One key, or a sequence: "a", "?", "g r". */
  keys: string
  label: string
  run: () => void
}

type Group = { title: string; shortcuts: readonly Shortcut[] }

const groups = new Map<object, Group>()
let pressed: string[] = []
let pressedAt = 0

/** All shortcuts that work at this moment, by group. */
export function listShortcutGroups(): Group[] {
  return [...groups.values()]
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"]'))
  )
}

function onKeyDown(event: KeyboardEvent) {
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  if (isModified || event.repeat || event.defaultPrevented || event.key.length !== 1) return
  if (isTyping(event.target) || document.querySelector(BLOCKING) || !areShortcutsOn()) return
  pressed = event.timeStamp - pressedAt > SEQUENCE_MS ? [event.key] : [...pressed.slice(-1), event.key]
  pressedAt = event.timeStamp
  const match = find(pressed.join(' ')) ?? find(event.key)
  if (!match) return
  pressed = []
  event.preventDefault()
  match.run()
}

function find(keys: string): Shortcut | undefined {
  for (const group of listShortcutGroups().reverse()) {
    const match = group.shortcuts.find((shortcut) => shortcut.keys === keys)
    if (match) return match
  }
  return undefined
}

/**
 * Single-key shortcuts for as long as the caller is on screen. They rest while someone types, holds a modifier or a key
 * down, has a dialog or menu open, or has switched them off. The latest group wins where two claim a key.
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
    if (groups.size === 1) document.addEventListener('keydown', onKeyDown)
    return () => {
      groups.delete(owner)
      if (groups.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [title, shape])
}
