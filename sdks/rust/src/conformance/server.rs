//! The fault server, as a program of its own.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde::de::DeserializeOwned;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::client::new_http_client;

#[derive(Deserialize)]
pub(super) struct Vector {
    pub(super) name: String,
    pub(super) operation: String,
    pub(super) arguments: Map<String, Value>,
    #[serde(default)]
    pub(super) client: Settings,
    pub(super) expect: Map<String, Value>,
}

#[derive(Default, Deserialize)]
pub(super) struct Settings {
    pub(super) max_retries: Option<u32>,
    pub(super) timeout_ms: Option<u64>,
    #[serde(default)]
    pub(super) random: f64,
    pub(super) idempotency_key: Option<String>,
    pub(super) wait_timeout_ms: Option<u64>,
}

/// What came, of one attempt.
#[derive(Deserialize)]
pub(super) struct Attempt {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) query: Value,
    pub(super) headers: Map<String, Value>,
    pub(super) body: Value,
}

pub(super) struct FaultServer {
    child: Child,
    pub(super) address: String,
    pub(super) http: reqwest::Client,
}

#[derive(Deserialize)]
struct Started {
    address: String,
}

#[derive(Deserialize)]
struct Vectors {
    api_key: String,
    vectors: Vec<Vector>,
}

impl FaultServer {
    pub(super) fn start() -> Self {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fault-server.mjs");
        let mut child = Command::new(env::var("NODE").unwrap_or_else(|_| "node".to_owned()))
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Started { address } = serde_json::from_str(&line).unwrap();
        Self { child, address, http: new_http_client().unwrap() }
    }

    pub(super) async fn vectors(&self) -> (String, Vec<Vector>) {
        let Vectors { api_key, vectors } = self.read("vectors").await;
        (api_key, vectors)
    }

    pub(super) async fn attempts(&self, run: &str, vector: &str) -> Vec<Attempt> {
        self.read(&format!("{run}/{vector}")).await
    }

    async fn read<T: DeserializeOwned>(&self, path: &str) -> T {
        let response = self.http.get(format!("{}/_/{path}", self.address)).send().await.unwrap();
        serde_json::from_slice(&response.bytes().await.unwrap()).unwrap()
    }
}

/// It ends with its input.
impl Drop for FaultServer {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
