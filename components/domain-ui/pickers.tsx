'use client'

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { isTypedInto } from '@/components/ui/held-keys'
import { selectTriggerClass } from '@/components/ui/input'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Popover } from '@/components/ui/popover'
import type { ProjectView } from '@/lib/contracts/projects'
import { type PeopleWithin, peopleNamed } from '@/lib/queries/people'
import type { Choice } from './choice-list'

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
  /** Opens it as soon as it is there, so that a name can be typed at once. */
  isOpenAtOnce?: boolean
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
      <Opened>
        {({ ChainChoices }) => <ChainChoices project={project} value={props.value} none={none} onChange={onChange} />}
      </Opened>
    </Picker>
  )
}

type VersionPickerProps = PickerProps & { project: string; chain: string; onChange: (version: string) => void }

/** Choice of one version of a chain, newest first, found by name on the server while typing. */
export function VersionPicker({ project, chain, onChange, ...props }: VersionPickerProps) {
  return (
    <Picker noun="Version" isEmpty={props.value === null} {...props}>
      <Opened>
        {({ VersionChoices }) => (
          <VersionChoices project={project} chain={chain} value={props.value} onChange={onChange} />
        )}
      </Opened>
    </Picker>
  )
}

type RunPickerProps = PickerProps & { project: string; onChange: (run: Choice) => void }

/** Choice of one run, newest first, found by id or by words of its text on the server while typing; {@link Choice.value} is its id. */
export function RunPicker({ project, onChange, ...props }: RunPickerProps) {
  return (
    <Picker noun="Run" isEmpty={props.value === null} {...props}>
      <Opened>{({ RunChoices }) => <RunChoices project={project} onChange={onChange} />}</Opened>
    </Picker>
  )
}

type ProjectPickerProps = Omit<PickerProps, 'value' | 'placeholder'> & {
  value: Pick<ProjectView, 'slug' | 'name'>
  onChange: (project: ProjectView) => void
}

/** Choice of one of the person's projects, found by name on the server while typing. */
export function ProjectPicker({ value: { slug, name }, onChange, ...props }: ProjectPickerProps) {
  return (
    <Picker noun="Project" placeholder="Choose" isEmpty={false} {...props} value={name}>
      <Opened>{({ ProjectChoices }) => <ProjectChoices value={slug} onChange={onChange} />}</Opened>
    </Picker>
  )
}

type PersonPickerProps = Omit<PickerProps, 'value' | 'placeholder'> & {
  project: string
  /** Who may be chosen; every member by default. */
  within?: PeopleWithin
  /** Ids of members who are not offered. */
  except?: readonly string[]
  /** What may be chosen besides members, such as nobody; somebody who is a member is offered once. */
  others?: readonly Choice[]
  /** Id of the chosen one, or the value of one of the others. */
  value: string | undefined
  onChange: (value: string, name: string) => void
}

/** Choice of a member, found by name or e-mail on the server while typing: oneself and the people chosen last come first. */
export function PersonPicker({ project, within, except, others = [], value, onChange, ...props }: PersonPickerProps) {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const known = [...others, ...(chosen ? [chosen] : [])].find((choice) => choice.value === value)
  const { data } = useQuery(peopleNamed(project, value && !known ? [value] : []))
  const name = known?.label ?? data?.members.find(({ userId }) => userId === value)?.name
  return (
    <Picker noun="Person" placeholder="Choose" isEmpty={name === undefined} {...props} value={name ?? null}>
      <Opened>
        {({ PersonChoices }) => (
          <PersonChoices
            project={project}
            within={within}
            except={except}
            others={others}
            value={value ?? null}
            onChange={(userId, label) => {
              setChosen({ value: userId, label })
              onChange(userId, label)
            }}
          />
        )}
      </Opened>
    </Picker>
  )
}

type TriggerProps = PickerProps & { noun: string; isEmpty: boolean; children: ReactNode }

function Picker({ noun, isEmpty, label, value, placeholder, required, className, children, ...props }: TriggerProps) {
  const { isOpenAtOnce = false, ...rest } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpenAtOnce) return
    // After the dialog around it has dealt with the focus.
    const frameId = requestAnimationFrame(() => button.current?.click())
    return () => cancelAnimationFrame(frameId)
  }, [isOpenAtOnce])
  const trigger = (
    <button
      ref={button}
      type="button"
      // biome-ignore lint/a11y/useAriaPropsForRole: the popover sets aria-expanded.
      role="combobox"
      aria-label={label}
      aria-required={required}
      onKeyDown={(event) => {
        if (!isTypedInto(event, 'input') && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        event.currentTarget.click()
      }}
      {...rest}
      data-placeholder={isEmpty ? '' : undefined}
      className={clsx(selectTriggerClass, className ?? 'w-full')}
    >
      <span className="truncate">{value ?? placeholder}</span>
      <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  return (
    <Popover trigger={trigger} label={label ?? noun} className="w-(--radix-popover-trigger-width) min-w-64 p-2!">
      {children}
    </Popover>
  )
}

/** What is in an open picker, once its code is loaded. */
function Opened({ children }: { children: (parts: typeof import('./choices')) => ReactNode }) {
  const loaded = useLazyComponent(choices)
  return loaded && children(loaded)
}
