'use client'

import dynamic from 'next/dynamic'
import { orMissing } from '@/components/ui/missing-part'

/** Menu of a list's saved views, for a list whose state is entirely in the URL. Loaded lazily: not needed to read the list. */
export const ListViews = dynamic(orMissing(() => import('./views-menu'), 'ListViews'))
