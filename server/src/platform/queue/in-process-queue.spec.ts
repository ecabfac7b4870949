import { behavesLikeJobQueue } from './testing/behaves-like-job-queue.js';

behavesLikeJobQueue();
