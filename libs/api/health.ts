/** `GET /api/health`: 200 from the moment the server is ready. */
export interface HealthResponse {
  status: 'ok';
  version: string;
  mode: 'single' | 'multi';
}
