import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Rows3, ShieldQuestion, TriangleAlert, Workflow } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useVisitedProjects, visitedFirst } from '@/components/domain-ui/visited-projects'
import type { ProjectView } from '@/lib/contracts/projects'
import { failureName, shownTemplate } from '@/lib/presentation/labels/failures'
import { gateStateLabels } from '@/lib/presentation/labels/verdicts'
import { chainHref, failureHref, projectHref, runHref } from '@/lib/presentation/links'
import { hasWords, startNearWord } from '@/lib/presentation/text/mark-words'
import { projectChoices, projectsOfPage } from '@/lib/queries/project-search'
import { queryOf } from '@/lib/queries/query-of'

const TYPING_MS = 150
const MIN_LENGTH = 2
const PROJECTS_MAX = 8

type Found = { key: string; href: string; icon: ReactNode; name: string; more: string }
type FoundGroups = { heading: string; items: Found[] }[]

/** Search results of a project for the typed text, debounced; `named`: the run that has this text as its id. */
export function useFound(project: string, typed: string): { named: string | null; groups: FoundGroups } {
  const text = useDebounced(typed)
  const { data, isPlaceholderData } = useQuery({
    ...queryOf('GET /api/v1/search', { text }, { project }),
    enabled: text.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  if (!data || typed.length < MIN_LENGTH) return { named: null, groups: [] }
  const named = isPlaceholderData || text !== typed ? null : data.named
  const groups: FoundGroups = [
    {
      heading: 'Runs',
      items: data.runs
        .filter(({ id }) => id !== named)
        .map((run) => ({
          key: run.id,
          href: runHref(project, run.id),
          icon: <Rows3 aria-hidden />,
          name: run.title ?? run.clientId,
          more: run.excerpt ? startNearWord(run.excerpt, text) : `${run.chain}@${run.version}`,
        })),
    },
    {
      heading: 'Gates',
      items: data.gates.map((gate) => ({
        key: gate.id,
        href: projectHref(project, `/gates/${gate.id}`),
        icon: <ShieldQuestion aria-hidden />,
        name: gate.title,
        more: gateStateLabels[gate.state],
      })),
    },
    {
      heading: 'Chains',
      items: data.chains.map(({ name }) => ({
        key: name,
        href: chainHref(project, name),
        icon: <Workflow aria-hidden />,
        name,
        more: '',
      })),
    },
    {
      heading: 'Failures',
      items: data.failures.map((failure) => ({
        key: failure.fingerprint,
        href: failureHref(project, failure.fingerprint),
        icon: <TriangleAlert aria-hidden />,
        name: failureName(failure),
        more: shownTemplate(failure.template),
      })),
    },
  ]
  return { named, groups: groups.filter(({ items }) => items.length > 0) }
}

/**
 * The projects to switch to: all the others if they are few. Else those that the server has found by the typed text, which `areFound` says, and
 * before any is typed those visited last.
 */
export function useOtherProjects(project: string, typed: string) {
  const visited = useVisitedProjects()
  const text = useDebounced(typed)
  const { data: known } = useQuery(projectsOfPage(project))
  const { data: answer } = useQuery({
    ...projectChoices(text, visited),
    enabled: known?.more === true,
    placeholderData: keepPreviousData,
  })
  const isOther = ({ slug }: ProjectView) => slug !== project
  if (!known?.more) return { projects: known?.projects.filter(isOther) ?? [], areFound: false }
  const others = answer?.projects.filter(isOther) ?? []
  // What an earlier text has found may not match this one.
  const found = typed
    ? others.filter(({ slug, name }) => hasWords(`${name} ${slug}`, typed))
    : visitedFirst(others, visited).filter(({ slug }) => visited.includes(slug))
  return { projects: found.slice(0, PROJECTS_MAX), areFound: true }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
