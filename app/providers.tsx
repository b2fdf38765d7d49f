'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { lazyComponent, useLazyPart } from '@/components/ui/lazy-component'
import { Toaster } from '@/components/ui/toaster'
import { ServerOrigin } from '@/components/ui/use-origin'
import { getQueryClient } from '@/lib/queries/query-client'

const focus = lazyComponent(() => import('@/components/shell/page-focus'))

type ProvidersProps = { nonce?: string; origin: string; children: ReactNode }

export function Providers({ nonce, origin, children }: ProvidersProps) {
  const { loaded } = useLazyPart(focus)
  return (
    <QueryClientProvider client={getQueryClient()}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
        <ServerOrigin value={origin}>{children}</ServerOrigin>
        <Toaster />
        {loaded && <loaded.PageFocus />}
      </ThemeProvider>
    </QueryClientProvider>
  )
}
