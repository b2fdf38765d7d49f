'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StatePanel } from '@/components/ui/state-panel'
import type { Role } from '@/lib/contracts/projects'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { queryOf } from '@/lib/queries/query-of'

/** The role of the signed-in person in a project; null while it is not known. Shows and hides: the server decides. */
export function useMyRole(project: string): Role | null {
  const { data } = useQuery(queryOf('GET /api/v1/projects', {}))
  return data?.projects.find(({ slug }) => slug === project)?.role ?? null
}

type AdminsOnlyProps = {
  project: string
  /** What is kept from others: "the API keys". */
  what: string
  children: ReactNode
}

/** Shows its children to admins, and to others what they lack. */
export function AdminsOnly({ project, what, children }: AdminsOnlyProps) {
  const role = useMyRole(project)
  if (role === 'admin') return children
  if (role === null) return <StatePanel state="loading" title="Loading" compact />
  return (
    <StatePanel state="denied" title={`Only admins see ${what}`} compact>
      You are a {roleLabels[role].label.toLowerCase()} of this project. An admin can change that under Members.
    </StatePanel>
  )
}
