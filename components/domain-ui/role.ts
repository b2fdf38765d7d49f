'use client'

import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { ReadOnly } from '@/components/ui/offline'
import type { Role } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import { projectsOfPage } from '@/lib/queries/project-search'

/** Returns the role that the page shows to the current user of a project; null until it is loaded. Only for display: the server enforces permissions. */
export function useMyRole(project: string): Role | null {
  const { data } = useQuery(projectsOfPage(project))
  const role = data?.projects.find(({ slug }) => slug === project)?.role ?? null
  // Of a person who was removed or has a lesser role now, the page keeps the forms with what they typed; whatever is sent is refused.
  const [[keptOf, keptRole], keep] = useState<readonly [string, Role | null]>([project, role])
  const kept = keptOf === project ? keptRole : null
  const shown = kept && (!role || roles.indexOf(role) < roles.indexOf(kept)) ? kept : role
  if (shown !== kept) keep([project, shown])
  return shown
}

/**
 * Whether the page offers the current user what one with this role may change, outside of forms: nothing while the project waits for its
 * deletion, of which each of its pages tells at the top. Forms and dialogs are off by themselves then.
 */
export function useMay(project: string, as: Role): boolean {
  const role = useMyRole(project)
  return !use(ReadOnly) && role !== null && roles.indexOf(role) >= roles.indexOf(as)
}

/**
 * Props of a button that viewers see but cannot use, with the reason in its tooltip, nor anyone while the project waits for its deletion.
 * @param what the button does: "publish"
 */
export function useOffForViewers(project: string, what: string): { disabled: boolean; title: string | undefined } {
  const isViewer = useMyRole(project) === 'viewer'
  return {
    disabled: !useMay(project, 'reviewer'),
    title: isViewer ? `Viewers cannot ${what}. Ask a reviewer or an admin.` : undefined,
  }
}
