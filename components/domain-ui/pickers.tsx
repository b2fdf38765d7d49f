'use client'

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { browserSetting } from '@/components/ui/browser-storage'
import { selectTriggerClass } from '@/components/ui/input'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Popover } from '@/components/ui/popover'
import type { MemberView } from '@/lib/contracts/projects'
import { queryOf } from '@/lib/queries/query-of'
import type { Choice } from './choices'

const choices = lazyComponent(() => import('./choices'))

/** What else is passed is given to the button: the `id` and ARIA props of a field, `disabled`. */
type PickerProps = Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children'> & {
  /** Accessible name, unless a label refers to the id. */
  label?: string
  /** Name of the chosen one; null if none is. */
  value: string | null
  /** Shown without a chosen one. */
  placeholder: string
  required?: boolean
}

type ChainPickerProps = PickerProps & {
  project: string
  onChange: (chain: string | null) => void
  /** Offers {@link placeholder} as a choice of no chain. */
  isOptional?: boolean
}

/** Choice of one chain, found by name on the server while typing. */
export function ChainPicker({ project, onChange, isOptional = false, ...props }: ChainPickerProps) {
  const none = isOptional ? props.placeholder : null
  return (
    <Picker noun="Chain" isEmpty={props.value === null && !isOptional} {...props}>
      <OpenChains project={project} value={props.value} none={none} onChange={onChange} />
    </Picker>
  )
}

type VersionPickerProps = PickerProps & { project: string; chain: string; onChange: (version: string) => void }

/** Choice of one version of a chain, newest first, found by name on the server while typing. */
export function VersionPicker({ project, chain, onChange, ...props }: VersionPickerProps) {
  return (
    <Picker noun="Version" isEmpty={props.value === null} {...props}>
      <OpenVersions project={project} chain={chain} value={props.value} onChange={onChange} />
    </Picker>
  )
}

type PersonPickerProps = Omit<PickerProps, 'value' | 'placeholder'> & {
  project: string
  /** Who may be chosen; every member by default. */
  isOffered?: (member: MemberView) => boolean
  /** What may be chosen besides members, such as nobody; somebody who is a member is offered once. */
  others?: readonly Choice[]
  /** Id of the chosen one, or the value of one of the others. */
  value: string | undefined
  onChange: (value: string, name: string) => void
}

const lastChosen = browserSetting('people', '')
const LAST = 5

/** Choice of a member by name or e-mail: oneself and the people chosen last come first. */
export function PersonPicker({ project, isOffered, others = [], value, onChange, ...props }: PersonPickerProps) {
  const { data } = useQuery(queryOf('GET /api/v1/members', {}, { project }))
  const last = lastChosen.useValue().split(' ')
  const members = isOffered ? data?.members.filter(isOffered) : data?.members
  const people = members && inOrder(members, others, last)
  const choose = (userId: string) => {
    const name = people?.find((person) => person.value === userId)?.label
    if (name === undefined) return
    if (!others.some((other) => other.value === userId))
      lastChosen.write([userId, ...last.filter((id) => id !== userId)].slice(0, LAST).join(' '))
    onChange(userId, name)
  }
  const chosen = (people ?? others).find((person) => person.value === value)
  return (
    <Picker noun="Person" placeholder="Choose" isEmpty={!chosen} {...props} value={chosen?.label ?? null}>
      <OpenPeople people={people ?? null} value={value ?? null} onChange={choose} />
    </Picker>
  )
}

/** Oneself, the others, the people chosen last, then everyone else as they come. */
function inOrder(members: readonly MemberView[], others: readonly Choice[], last: readonly string[]): Choice[] {
  const rankOf = ({ userId, isYou }: MemberView) => (isYou ? -1 : last.includes(userId) ? last.indexOf(userId) : LAST)
  const people = members
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ userId, name, email, isYou }) => ({
      value: userId,
      label: name,
      hint: [isYou && 'you', email].filter(Boolean).join(', '),
    }))
  const rest = others.filter(({ value }) => !members.some(({ userId }) => userId === value))
  const you = members.filter(({ isYou }) => isYou).length
  return [...people.slice(0, you), ...rest, ...people.slice(you)]
}

type TriggerProps = PickerProps & { noun: string; isEmpty: boolean; children: ReactNode }

function Picker({ noun, isEmpty, label, value, placeholder, required, className, children, ...rest }: TriggerProps) {
  const trigger = (
    <button
      type="button"
      // biome-ignore lint/a11y/useAriaPropsForRole: the popover sets aria-expanded.
      role="combobox"
      aria-label={label}
      aria-required={required}
      {...rest}
      data-placeholder={isEmpty ? '' : undefined}
      className={clsx(selectTriggerClass, className ?? 'w-full')}
    >
      <span className="truncate">{value ?? placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  return (
    <Popover trigger={trigger} label={label ?? noun} className="w-64 p-2!">
      {children}
    </Popover>
  )
}

function OpenChains(props: Pick<ChainPickerProps, 'project' | 'value' | 'onChange'> & { none: string | null }) {
  const loaded = useLazyComponent(choices, true)
  return loaded && <loaded.ChainChoices {...props} />
}

function OpenVersions(props: Pick<VersionPickerProps, 'project' | 'chain' | 'value' | 'onChange'>) {
  const loaded = useLazyComponent(choices, true)
  return loaded && <loaded.VersionChoices {...props} />
}

function OpenPeople(props: ComponentProps<typeof import('./choices').PersonChoices>) {
  const loaded = useLazyComponent(choices, true)
  return loaded && <loaded.PersonChoices {...props} />
}
