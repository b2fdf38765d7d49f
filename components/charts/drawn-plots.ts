export { FailureClassesPlot } from './failure-classes-plot'
export { TrendPlot } from './trend-plot'
