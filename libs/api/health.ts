/** `GET /api/health`: 200 from the moment the server is ready. */
export interface HealthResponse {
  status: 'ok' | 'error' | 'shutting_down';
  version: string;
  mode: 'single' | 'multi';
}
