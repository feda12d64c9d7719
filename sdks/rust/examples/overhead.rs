//! What a call costs beside a bare one of reqwest that decodes the same body:
//! `cargo run --release --example overhead`

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use service_client::{Compute, Deployment};

const KEY: &str = "svc_overhead";
const PATH: &str = "/v1/compute/deployments/dep_1";
const CALLS: usize = 5_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let vectors = include_str!("../../conformance/vectors.json");
    let vectors: serde_json::Value = serde_json::from_str(vectors)?;
    let body = vectors["bodies"]["deployment"].to_string();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let body = body.clone();
            thread::spawn(move || serve(stream, &body));
        }
    });

    let compute = Compute::builder().api_key(KEY).base_url(&address).build()?;
    let deployments = compute.deployments();
    let bare = reqwest::Client::new();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // In turns, so that a busy machine slows both.
    for _ in 0..CALLS {
        let started = Instant::now();
        let response = bare.get(format!("{address}{PATH}")).bearer_auth(KEY).send().await?;
        let _: Deployment = serde_json::from_slice(&response.bytes().await?)?;
        theirs.push(started.elapsed());

        let started = Instant::now();
        deployments.get("dep_1").await?;
        ours.push(started.elapsed());
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("p50: bare {theirs:?}, client {ours:?}");
    Ok(())
}

/// Responds to everything, as long as the connection is open.
fn serve(stream: TcpStream, body: &str) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}", body.len());
    for line in BufReader::new(stream).lines() {
        if line?.is_empty() {
            writer.write_all(format!("{head}\r\n\r\n{body}").as_bytes())?;
        }
    }
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
