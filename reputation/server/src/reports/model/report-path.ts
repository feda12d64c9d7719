export const reportsPath = '/api/v1/reports'

/** As the contract has it. */
export const pdfPath = (reportId: string): string => `/api/pdf/report/${reportId}.pdf`
