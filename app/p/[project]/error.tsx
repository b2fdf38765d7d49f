'use client'

import { PageProblem } from '@/components/shell/page-problem'

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return <PageProblem error={error} retry={retry} />
}
