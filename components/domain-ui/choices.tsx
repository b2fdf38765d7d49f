'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserSetting, useBrowserSetting } from '@/components/ui/browser-storage'
import { facetsMost } from '@/lib/contracts/limits'
import type { MemberView, ProjectView } from '@/lib/contracts/projects'
import { chainChoices } from '@/lib/queries/chain-search'
import { type PeopleWithin, peopleChoices, peopleNamed } from '@/lib/queries/people'
import { projectChoices } from '@/lib/queries/project-search'
import { queryOf } from '@/lib/queries/query-of'
import { type Choice, Choices, SHOWN } from './choice-list'
import { useVisitedProjects, visitedFirst } from './visited-projects'

type ChainChoicesProps = {
  project: string
  value: string | null
  /** Label of the choice of no chain; null if a chain must be chosen. */
  none: string | null
  onChange: (chain: string | null) => void
}

/** The chains of an open picker. */
export function ChainChoices({ project, value, none, onChange }: ChainChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const { data, isError, refetch } = useQuery({ ...chainChoices(project, text), placeholderData: keepPreviousData })
  const more = (data?.total ?? 0) - (data?.chains.length ?? 0)
  return (
    <Choices
      noun="chain"
      choices={data?.chains.map(toChoice) ?? null}
      onRetry={isError ? () => void refetch() : null}
      more={more}
      text={text}
      onText={setText}
      value={value}
      none={none}
      onChange={onChange}
    />
  )
}

type VersionChoicesProps = {
  project: string
  chain: string
  value: string | null
  onChange: (version: string) => void
}

/** The versions of an open picker, newest first. */
export function VersionChoices({ project, chain, value, onChange }: VersionChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const input = { chain: [chain], ...(text && { version: text }) }
  const { data, isError, refetch } = useQuery({
    ...queryOf('GET /api/v1/runs/facets', input, { project }),
    placeholderData: keepPreviousData,
  })
  const names = data?.chains.find(({ name }) => name === chain)?.versions ?? null
  return (
    <Choices
      noun="version"
      choices={names?.map((name) => toChoice({ name })) ?? null}
      onRetry={isError ? () => void refetch() : null}
      more={names !== null && names.length >= facetsMost.versions ? 'There are more' : null}
      text={text}
      onText={setText}
      value={value}
      onChange={(version) => version !== null && onChange(version)}
    />
  )
}

type RunChoicesProps = { project: string; onChange: (run: Choice) => void }

/** The runs of an open picker, newest first: words are looked for in everything they contain. */
export function RunChoices({ project, onChange }: RunChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const { data, isError, refetch } = useQuery(
    queryOf('GET /api/v1/runs', { limit: SHOWN, ...(text && { text }) }, { project }),
  )
  const choices = data?.runs.map(({ id, clientId, title, chain, version }) => ({
    value: id,
    label: title ?? clientId,
    hint: `${title ? `${clientId}, ` : ''}${chain}@${version}`,
  }))
  return (
    <Choices
      noun="run"
      choices={choices ?? null}
      areFound
      onRetry={isError ? () => void refetch() : null}
      more={data?.next ? 'There are more' : null}
      text={text}
      onText={setText}
      onChange={(id) => {
        const run = choices?.find(({ value }) => value === id)
        if (run) onChange(run)
      }}
    />
  )
}

type ProjectChoicesProps = { value: string; onChange: (project: ProjectView) => void }

/** The person's projects in an open picker: those visited last come first. */
export function ProjectChoices({ value, onChange }: ProjectChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const visited = useVisitedProjects()
  const asked = projectChoices(text, visited)
  const { data, isError, refetch } = useQuery({ ...asked, placeholderData: keepPreviousData })
  const projects = data && (text === null ? visitedFirst(data.projects, visited) : data.projects)
  const choose = (chosen: string | null) => {
    const project = projects?.find(({ slug }) => slug === chosen)
    if (project) onChange(project)
  }
  return (
    <Choices
      noun="project"
      choices={projects?.map(({ slug, name }) => ({ value: slug, label: name, hint: slug })) ?? null}
      onRetry={isError ? () => void refetch() : null}
      more={data?.more ? 'There are more' : null}
      text={text}
      onText={setText}
      value={value}
      onChange={choose}
    />
  )
}

type PersonChoicesProps = {
  project: string
  within: PeopleWithin | undefined
  except: readonly string[] | undefined
  /** What may be chosen besides members; somebody who is a member is offered once. */
  others: readonly Choice[]
  value: string | null
  onChange: (value: string, name: string) => void
}

/** Ids of the people chosen last in this browser. */
const lastChosen = browserSetting('people', '')
const LAST = 5

/** The people of an open picker. */
export function PersonChoices({ project, within, except = [], others, value, onChange }: PersonChoicesProps) {
  const [text, setText] = useState<string | null>(null)
  const last = useBrowserSetting(lastChosen).split(' ').filter(Boolean)
  const { data, isError, refetch } = useQuery({
    ...peopleChoices(project, text, within),
    placeholderData: keepPreviousData,
  })
  const firstIds = [...(value === null ? [] : [value]), ...last].filter(
    (id) => !others.some((other) => other.value === id),
  )
  const first = useQuery(peopleNamed(project, firstIds, within))
  const members = new Map([...(first.data?.members ?? []), ...(data?.members ?? [])].map((one) => [one.userId, one]))
  const more = (data?.count ?? 0) - (text === null ? members.size : (data?.members.length ?? 0))
  for (const userId of except) members.delete(userId)
  const people = data || within?.userIds?.length === 0 ? inOrder([...members.values()], others, last) : null
  const choose = (chosen: string | null) => {
    const person = people?.find((one) => one.value === chosen)
    if (!person) return
    if (!others.includes(person))
      lastChosen.write([person.value, ...last.filter((id) => id !== chosen)].slice(0, LAST).join(' '))
    onChange(person.value, person.label)
  }
  return (
    <Choices
      noun="person"
      choices={people}
      onRetry={isError ? () => void refetch() : null}
      more={more}
      text={text}
      onText={setText}
      value={value}
      onChange={choose}
    />
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

const toChoice = ({ name }: { name: string }): Choice => ({ value: name, label: name })
