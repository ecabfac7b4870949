import { DescribesSettings } from './describe-settings.js';

/** Body of `POST /api/connections`, as the API describes it; `readInput` checks it. */
@DescribesSettings(['name', 'kind'])
export class ConnectionInputDto {}

/** Body of `PUT /api/connections/{id}`: what is left out stays. */
@DescribesSettings(['kind'])
export class ConnectionUpdateDto {}

/** Body of `POST /api/connections/test`: nothing has to have a name to be tried. */
@DescribesSettings(['kind'])
export class ConnectionTestInputDto {}
